/** Stylesheets that did not come. The bundler asks for each once and takes it for loaded from then on. */
const failed = new Set<string>()

window.addEventListener('vite:preloadError', ({ payload }) => {
  const href = /\/\S+\.css/.exec(payload.message)?.[0]
  if (href) failed.add(href)
})

const loadStyle = (href: string): Promise<void> =>
  new Promise((resolve) => {
    const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
    link.addEventListener('load', () => {
      failed.delete(href)
      resolve()
    })
    link.addEventListener('error', () => {
      link.remove()
      resolve()
    })
    document.head.append(link)
  })

/** Asks again for the stylesheets that did not come. What still does not come keeps nothing closed: it is done without. */
export const loadFailedStyles = (): Promise<unknown> => Promise.all([...failed].map(loadStyle))
