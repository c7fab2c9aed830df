import { pictureUrl, type PictureSource } from './pictures.ts'

/**
 * The sizes in which the film source has the portrait at a ready address or raw path; 632 is a height.
 * Nothing where there is none.
 */
export function portraitSource(profile: string | null): Partial<PictureSource> {
  if (profile === null) return {}
  const small = pictureUrl(profile, 'w185')
  const large = pictureUrl(profile, 'h632')
  return { src: large, srcSet: `${small} 185w, ${large} 421w` }
}
