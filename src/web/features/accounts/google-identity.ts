/** What is used of Google's sign-in script, as `google.accounts.id`. */
export interface GoogleIdentity {
  initialize: (options: {
    client_id: string
    callback: (answer: { credential?: string }) => void
    ux_mode: 'popup'
  }) => void
  renderButton: (parent: HTMLElement, options: GoogleButtonOptions) => void
}

export interface GoogleButtonOptions {
  type: 'standard'
  theme: 'outline' | 'filled_black'
  size: 'large'
  text: 'continue_with'
  shape: 'pill'
  logo_alignment: 'center'
  locale: string
  /** CSS pixels, 400 at most. */
  width: number
}

export interface GoogleWidgetProps {
  /** Google's button cannot be shown or answered without a credential. */
  onFailed: () => void
  /** Leaves the page. */
  onLoggedIn: () => void
}

const address = 'https://accounts.google.com/gsi/client'

function loadedIdentity(): GoogleIdentity | null {
  const { google } = window as { google?: { accounts?: { id?: GoogleIdentity } } }
  return google?.accounts?.id ?? null
}

const addScript = () =>
  new Promise<Event>((resolve, reject) => {
    const script = document.createElement('script')
    script.addEventListener('load', resolve)
    script.addEventListener('error', () => {
      script.remove()
      reject(new Error('the sign-in script did not load'))
    })
    script.src = address
    document.head.append(script)
  })

let adding: Promise<Event> | null = null

/** Loads the script unless it is there or under way; a failed load can be tried again. */
export async function loadGoogleIdentity(): Promise<GoogleIdentity> {
  const there = loadedIdentity()
  if (there) return there
  adding ??= addScript().finally(() => (adding = null))
  await adding
  const loaded = loadedIdentity()
  if (!loaded) throw new Error('the sign-in script brought nothing')
  return loaded
}
