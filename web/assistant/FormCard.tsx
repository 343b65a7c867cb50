import { LONGEST_QUESTION } from '#domain/assistant/question.ts';
import { formatDate } from '#domain/dates.ts';
import { formatMoney } from '#domain/money.ts';
import type { BegunValue } from '#web/session/begun.ts';
import { Button } from '#web/ui/Button.tsx';
import { DateInput } from '#web/ui/DateInput.tsx';
import { ArrowRightIcon } from '#web/ui/icons.ts';
import { MoneyInput } from '#web/ui/MoneyInput.tsx';
import { ReadingContext, unreadProblems, useReading } from '#web/ui/reading.ts';
import { Select } from '#web/ui/Select.tsx';
import { TextInput } from '#web/ui/TextInput.tsx';
import { useState } from 'react';
import { useFormCard, type AnswerField, type AnswerForm } from './useFormCard.ts';
import { FORM_ICONS, isReference, missingText } from './formWords.ts';
import styles from './FormCard.module.css';

interface AskedProps {
  field: AnswerField;
  value: BegunValue | null;
  onFill: (value: string, shown: string) => void;
}

/** A field that is asked for on the card. */
const Asked = ({ field: { name, label, options }, value, onFill }: AskedProps) => {
  const text = value?.value ?? '';
  if (options.length > 0) {
    const choose = (id: string) => onFill(id, options.find((option) => option.value === id)?.shown ?? id);
    return (
      <Select
        size="small"
        ariaLabel={label}
        value={text}
        placeholder={text === '' ? `Escolher ${label.toLowerCase()}` : undefined}
        options={options.map((option) => ({ value: option.value, label: option.shown }))}
        onChange={choose}
      />
    );
  }
  const common = { ariaLabel: label, size: 'small', value: text } as const;
  if (name === 'value') {
    return <MoneyInput path="value" {...common} symbol="R$" onChange={(money) => onFill(money, formatMoney(money))} />;
  }
  if (name === 'dueDate') {
    const fillDay = (day: string) => onFill(day, formatDate(day));
    return <DateInput path="dueDate" {...common} towards="future" hideIcon onChange={fillDay} />;
  }
  if (isReference(name)) return <span className={styles.note}>escolha no formulário</span>;
  const fill = (typed: string) => onFill(typed.trim() === '' ? '' : typed, typed);
  return <TextInput size="small" ariaLabel={label} value={text} maxLength={LONGEST_QUESTION} onChange={fill} />;
};

const Row = ({ field, value, onFill }: AskedProps) => {
  // A field that was missing stays an input once it is filled in; another one becomes it by "trocar".
  const [asking, setAsking] = useState(field.value == null);
  const known = !asking && value !== null;
  return (
    <div className={styles.row}>
      <dt>{field.label}</dt>
      {known ? (
        <dd>
          <span className={styles.value}>{value.shown}</span>
          {field.note != null && <span className={styles.note}>{field.note}</span>}
          {field.options.length > 0 && (
            <button type="button" aria-label={`Trocar ${field.label.toLowerCase()}`} onClick={() => setAsking(true)}>
              trocar
            </button>
          )}
        </dd>
      ) : (
        <dd className={value === null ? styles.missing : undefined}>
          <Asked field={field} value={value} onFill={onFill} />
        </dd>
      )}
    </div>
  );
};

/** A form that was asked for: what was understood and what is missing. Nothing is saved before the form's own "Salvar". */
export const FormCard = ({ messageId, form }: { messageId: string; form: AnswerForm }) => {
  const card = useFormCard(messageId, form);
  const reading = useReading();
  const Icon = FORM_ICONS[form.kind];
  const missing = missingText(card.missing);
  const problem = [...new Set(Object.values(unreadProblems(reading.unread)))].join(' · ');
  const openForm = () => {
    // What was typed would be lost with the card.
    if (problem === '') card.openForm();
  };
  if (card.discarded) {
    return (
      <section className={`${styles.card} ${styles.discarded}`} aria-label={form.title}>
        <header>
          <Icon aria-hidden="true" />
          <h3>{form.title}</h3>
          <span className={styles.unsaved}>descartada</span>
        </header>
      </section>
    );
  }
  return (
    <ReadingContext value={reading}>
      <section className={styles.card} aria-label={form.title}>
        <header>
          <Icon aria-hidden="true" />
          <h3>{form.title}</h3>
          {missing !== null && <span className={styles.badge}>{missing}</span>}
        </header>
        <dl>
          {form.fields.map((field) => (
            <Row
              key={field.name}
              field={field}
              value={card.valueOf(field)}
              onFill={(value, shown) => card.fill(field.name, value, shown)}
            />
          ))}
        </dl>
        {problem !== '' && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <footer>
          <Button size="small" onClick={openForm} className={styles.open}>
            Abrir formulário
            <ArrowRightIcon aria-hidden="true" />
          </Button>
          <Button size="small" variant="subtle" onClick={card.discard}>
            Descartar
          </Button>
          <span className={styles.unsaved}>nada foi salvo</span>
        </footer>
      </section>
    </ReadingContext>
  );
};
