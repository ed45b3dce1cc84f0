// Builds the addon at install; see traps.
