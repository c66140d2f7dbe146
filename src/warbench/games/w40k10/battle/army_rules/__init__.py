"""What army rules, detachments and datasheets say of an army list: whom it may, must and may not include, and with what keywords.

The rules are data that a source lends (``lent``); ``standing`` says which of them an army stands under, ``units`` and ``whole``
what is wrong with a unit and with an army by them. Without data nothing is known, and nothing changes.
"""
