"""What a datasheet's texts say of its place in an army: whom it joins and who joins it, who may ride in it, who may lead.

Small grammars that read whole sentences and claim nothing else; ``whole`` asks them all.
"""
