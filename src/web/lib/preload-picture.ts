import { preload } from 'react-dom'
import type { SizedPicture } from './pictures.ts'

/** Asks for a picture of the first view as soon as it is known, before what shows it is rendered. */
export function preloadPicture({ src, srcSet, sizes }: SizedPicture): void {
  preload(src, {
    as: 'image',
    fetchPriority: 'high',
    imageSizes: sizes,
    ...(srcSet !== undefined && { imageSrcSet: srcSet }),
  })
}
