/** A screen that is ready within this time, in milliseconds, opens whole; a later one shows its skeletons. */
const patience = 150

/**
 * For loaders: the data of a screen is on its way before its code renders. Resolves when all of it is here
 * or patience ends, never with an error: the screen's own queries meet that.
 */
export async function prefetch(...queries: Promise<unknown>[]): Promise<null> {
  await Promise.race([
    Promise.allSettled(queries),
    new Promise((resolve) => {
      setTimeout(resolve, patience)
    }),
  ])
  return null
}
