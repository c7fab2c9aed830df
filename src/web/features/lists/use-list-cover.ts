import { useRef, useState } from 'react'
import { ApiError } from '#web/lib/api.ts'
import { sendCover } from './list-form.api.ts'
import type { ListFormState } from './use-list-form.ts'

export interface ListCoverState {
  isSending: boolean
  /** Why the picture is not uploaded; null while nothing is wrong. */
  error: Error | null
  /** Uploads the picture unless it is; false when it could not be. */
  send: () => Promise<boolean>
  choose: (file: File) => void
  remove: () => void
  /** The server no longer has the uploaded picture: the next `send` uploads it again. False without one. */
  lost: () => boolean
}

/** The cropped picture on its way to the server; it stays in the form whatever becomes of it. */
export function useListCover({ current, put, set }: ListFormState): ListCoverState {
  const [sending, setSending] = useState<File | null>(null)
  const [failed, setFailed] = useState<{ file: File; error: Error } | null>(null)
  const running = useRef<{ file: File; done: Promise<boolean> } | null>(null)

  const upload = async (file: File): Promise<boolean> => {
    setSending(file)
    setFailed(null)
    try {
      const coverImage = await sendCover(file)
      if (current().coverFile === file) set({ coverImage })
      return true
    } catch (error) {
      setFailed({ file, error: error instanceof Error ? error : new ApiError(0, 'offline', '') })
      return false
    } finally {
      if (running.current?.file === file) running.current = null
      setSending((now) => (now === file ? null : now))
    }
  }

  const send = (): Promise<boolean> => {
    const { coverFile: file, values } = current()
    if (file === null || values.coverImage !== null) return Promise.resolve(true)
    if (running.current?.file !== file) running.current = { file, done: upload(file) }
    return running.current.done
  }

  const { coverFile } = current()
  return {
    isSending: sending !== null && sending === coverFile,
    error: failed !== null && failed.file === coverFile ? failed.error : null,
    send,
    choose: (file) => {
      put({ coverFile: file })
      set({ coverImage: null })
      void send()
    },
    remove: () => {
      put({ coverFile: null })
      set({ coverImage: null })
    },
    lost: () => {
      if (current().coverFile === null || current().values.coverImage === null) return false
      set({ coverImage: null })
      return true
    },
  }
}
