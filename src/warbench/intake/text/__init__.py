"""From bytes to clean text: encodings, limits, HTML, lost breaks, misspelt words; and phrases that name wargear and models.

Every reader of pages, exports and lists stands on these modules; none of them knows what a datasheet is.
"""
