import { useState } from 'react'
import { Upload } from 'lucide-react'
import { CodeField } from '#web/ui/code-field.tsx'
import { FileButton } from '#web/ui/file-button.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { SearchField } from '#web/ui/search-field.tsx'
import { Section } from '#web/ui/section.tsx'
import { StarInput } from '#web/ui/star-input.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { TextField } from '#web/ui/field.tsx'
import type { Texts } from './texts.ts'
import styles from './gallery.module.css'

export function FieldsPart({ t }: { t: Texts }) {
  const [code, setCode] = useState('419')
  const [search, setSearch] = useState('salt')
  const [spoilers, setSpoilers] = useState(true)
  const [file, setFile] = useState('diary.csv')
  const [stars, setStars] = useState(3.5)
  const [review, setReview] = useState('')
  return (
    <>
      <Section title={t.fields}>
        <div className={styles.columns}>
          <TextField label={t.username} defaultValue="layla" status={{ tone: 'success', text: t.good }} />
          <TextField label={t.username} defaultValue="omar" status={{ tone: 'danger', text: t.taken }} />
          <TextField label={t.username} hint={t.hint} placeholder="layla" />
          <TextField label={t.email} defaultValue="layla@" error={t.emailError} />
          <TextField label={t.email} defaultValue="layla@example.org" disabled />
          <PasswordField label={t.password} defaultValue="salt-harbour" showLabel={t.show} />
          <TextArea label={t.bio} defaultValue={t.bioText} maxLength={180} counter autoGrow />
          <TextArea label={t.bio} defaultValue={t.bioText.slice(0, 28)} maxLength={40} counter rows={2} />
          <TextArea
            label={t.review}
            hideLabel
            placeholder={t.write}
            value={review}
            autoGrow
            rows={1}
            onChange={(event) => setReview(event.target.value)}
          />
          <SearchField
            label={t.search}
            placeholder={t.search}
            value={search}
            onChange={setSearch}
            clearLabel={t.clear}
          />
          <CodeField label={t.code} value={code} onChange={setCode} />
          <CodeField label={t.code} value="123456" onChange={setCode} error={t.emailError} />
          <div>
            <Switch label={t.switch} hint={t.switchHint} checked={spoilers} onChange={setSpoilers} />
            <Switch label={t.switch} checked={!spoilers} onChange={(on) => setSpoilers(!on)} />
            <Switch label={t.switch} checked={false} disabled onChange={setSpoilers} />
          </div>
          <div>
            <FileButton
              accept=".csv"
              icon={<Upload />}
              chosen={file}
              onFile={(chosen) => setFile(chosen.name)}
            >
              {t.file}
            </FileButton>
          </div>
        </div>
      </Section>
      <Section title={t.stars}>
        <StarInput
          value={stars}
          onChange={setStars}
          labels={{
            slider: t.rating,
            decrease: t.decrease,
            increase: t.increase,
            clear: t.clear,
            valueText: t.starOf,
          }}
        />
      </Section>
    </>
  )
}
