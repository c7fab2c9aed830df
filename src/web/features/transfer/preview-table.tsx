import { useTranslation } from 'react-i18next'
import type { Preview } from './csv-preview.ts'
import styles from './preview-table.module.css'

/** Reachable with the keyboard, which scrolls it then. */
const scroller = { role: 'region', tabIndex: 0 } as const

interface PreviewTableProps {
  file: string
  preview: Preview
}

/** The first lines of a file. Wider than its box it scrolls there; a cell shows the beginning of its text. */
export function PreviewTable({ file, preview: { columns, rows } }: PreviewTableProps) {
  const { t } = useTranslation()
  if (rows.length === 0) return <p className={styles.none}>{t('transfer.noPreview')}</p>
  const label = t('transfer.previewLabel', { file })
  return (
    <div className={styles.box} aria-label={label} {...scroller}>
      <table className={styles.table}>
        <thead>
          <tr>
            {columns.map(({ at, text }) => (
              <th key={at} scope="col" dir="auto">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ number, cells }) => (
            <tr key={number}>
              {cells.map(({ at, text }) => (
                <td key={at}>
                  <span className={styles.cell} dir="auto">
                    {text}
                  </span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
