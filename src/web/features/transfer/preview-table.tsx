import { useTranslation } from 'react-i18next'
import type { Preview } from './csv-preview.ts'
import styles from './preview-table.module.css'

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
    // Reachable with the keyboard, which scrolls it then.
    <div className={styles.box} role="region" aria-label={label} tabIndex={0}>
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
