/** A drawn curtain before a night sky, for where there is nothing to show: paths in a box of 160 by 112. */
export const curtain = {
  glow: 'M30 16h100v78H30z',
  filled: 'M12 12h52c0 34-12 62-40 84H12zM148 12H96c0 34 12 62 40 84h12z',
  lines:
    'M28 14c0 32-4 58-10 80M46 14c0 32-8 56-22 78M132 14c0 32 4 58 10 80M114 14c0 32 8 56 22 78M8 12h144M8 100h144',
  gold: 'M84 40a15 15 0 1 0 11 24 13 13 0 0 1-11-24z',
} as const
