/** Stylesheets that did not come. The bundler asks for each once and takes it for loaded from then on. */
const failed = new Set<string>()

window.addEventListener('vite:preloadError', ({ payload }) => {
  const href = /\/\S+\.css/.exec(payload.message)?.[0]
  if (href) failed.add(href)
})

const loadStyle = (href: string): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
    link.addEventListener('load', resolve)
    link.addEventListener('error', reject)
    document.head.append(link)
  })

/** Asks again for the stylesheets that did not come. @throws where one does not come again */
export async function loadFailedStyles(): Promise<void> {
  for (const href of failed) {
    await loadStyle(href)
    failed.delete(href)
  }
}
