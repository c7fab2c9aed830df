/** The text of anything thrown. */
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** `EACCES`, `ENOENT`, `3D000` … of anything thrown, or undefined. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
