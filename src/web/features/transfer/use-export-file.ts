import { useRef, useState } from 'react'
import { isExport, isTooLarge, isZip, refusalOf, type Refusal } from './file-kinds.ts'
import { withoutPictures } from './slim-archive.ts'

export interface ExportFile {
  file: File
  /** Its pictures are left out, without which it is small enough. */
  isSlim: boolean
}

/** The file of a whole export. One that is refused leaves what was chosen before. */
export function useExportFile(onChosen: () => void) {
  const [chosen, setChosen] = useState<ExportFile | null>(null)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const last = useRef<File>(null)

  const choose = async (picked: File) => {
    last.current = picked
    const isFat = isZip(picked) && isTooLarge(picked)
    const slim = isFat ? await withoutPictures(picked).catch(() => null) : null
    // Another file was picked meanwhile.
    if (last.current !== picked) return
    const file = slim ?? picked
    const reason = refusalOf(file, isExport)
    setRefusal(reason)
    if (reason !== null) return
    setChosen({ file, isSlim: slim !== null })
    onChosen()
  }

  return { chosen, refusal, choose }
}
