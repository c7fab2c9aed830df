import { useRef } from 'react'
import { useTranslation } from '#web/i18n/index.ts'
import { Button } from '#web/ui/actions/button.tsx'
import { ChoiceChip } from '#web/ui/actions/choice-chip.tsx'
import { takeFocus } from '#web/ui/focus.ts'
import { focusableHeading } from '#web/ui/layout/focusable-heading.ts'
import type { Chosen } from './filters.ts'
import styles from './chosen-chips.module.css'

interface ChosenChipsProps {
  chosen: readonly Chosen[]
  onClear: () => void
}

/** What is chosen, each thing with a way to take it back; nothing where nothing is. */
export function ChosenChips({ chosen, onClear }: ChosenChipsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLUListElement>(null)
  if (chosen.length === 0) return null

  /** The focus goes on to the neighbour, so that several can be removed in a row; after the last one to the heading. */
  function remove(choice: Chosen, at: number) {
    const items = [...(list.current?.children ?? [])]
    const next = items[at + 1] ?? items[at - 1]
    takeFocus(chosen.length === 1 ? focusableHeading() : (next?.querySelector('button') ?? null))
    choice.remove()
  }

  function clear() {
    takeFocus(focusableHeading())
    onClear()
  }

  return (
    <ul ref={list} className={styles.chips} aria-label={t('browse.choices')}>
      {chosen.map((choice, at) => (
        <li key={choice.key} className={styles.item}>
          <ChoiceChip
            label={t('browse.remove', { choice: choice.label })}
            onRemove={() => remove(choice, at)}
          >
            {choice.label}
          </ChoiceChip>
        </li>
      ))}
      <li className={styles.item}>
        <Button variant="ghost" size="sm" onClick={clear}>
          {t('browse.clear')}
        </Button>
      </li>
    </ul>
  )
}
