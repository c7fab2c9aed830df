/** Longest edge of the result in pixels: no screen of the product shows an upload larger. */
const maxPixels = 1920
const quality = 0.9

/**
 * Cuts the area (pixels of the upright picture) out and encodes it as JPEG. Rejects when the address is not
 * a readable picture or the browser cannot encode it.
 */
export async function cropToJpeg(
  url: string,
  area: { x: number; y: number; width: number; height: number },
): Promise<Blob> {
  const image = new Image()
  image.src = url
  await image.decode()
  const scale = Math.min(1, maxPixels / Math.max(area.width, area.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser cannot draw pictures')
  // JPEG knows no transparency and would make it black.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(image, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('This browser cannot write JPEG'))),
      'image/jpeg',
      quality,
    )
  })
}
