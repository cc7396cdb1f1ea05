"""The running peer: what a player sees of a room, the loop, the disk, the lobby, and the ways into a room.

``member`` is a peer without loop, socket or clock; ``room`` runs one over a transport; ``session`` opens one. It may
import everything below it, and it alone knows ``transport``.
"""
