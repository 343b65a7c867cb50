import type { IsoDate } from '#domain/dates.ts';
import type { QuoteDetailsFragment, QuoteInput } from '#web/generated/purchase.ts';
import { Button, DateInput, dayOf, Dialog, Field, QuantityInput, TextArea, TextInput, timeOf } from '#web/ui/index.ts';
import { useState } from 'react';
import { deadlineOf } from '../page/model.ts';

interface ReasonProps {
  title: string;
  label: string;
  confirm: string;
  required: boolean;
  onConfirm: (text: string) => void;
  onClose: () => void;
}

/** Asks for a reason in words. */
export const Reason = ({ title, label, confirm, required, onConfirm, onClose }: ReasonProps) => {
  const [text, setText] = useState('');
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" disabled={required && text.trim() === ''} onClick={() => onConfirm(text)}>
            {confirm}
          </Button>
        </>
      }
    >
      <Field label={label} required={required}>
        <TextArea value={text} maxLength={500} onChange={setText} />
      </Field>
    </Dialog>
  );
};

interface SettingsProps {
  quote: QuoteDetailsFragment;
  onConfirm: (input: QuoteInput) => void;
  onClose: () => void;
}

/** Until when suppliers answer, and at which rate their terms are compared. */
export const Settings = ({ quote, onConfirm, onClose }: SettingsProps) => {
  const [date, setDate] = useState<IsoDate | ''>(quote.deadline === null ? '' : dayOf(quote.deadline));
  const [time, setTime] = useState(quote.deadline === null ? '18:00' : timeOf(quote.deadline));
  const [rate, setRate] = useState(quote.monthlyRate.replace(/\.?0+$/, ''));
  const deadline = deadlineOf(date, time);
  return (
    <Dialog
      open
      title="Prazo e juros"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            variant="primary"
            disabled={deadline === null}
            onClick={() => onConfirm({ deadline, monthlyRate: rate || '0' })}
          >
            Salvar
          </Button>
        </>
      }
    >
      <Field label="Responder até" hint="Todos os que receberam a cotação são avisados">
        <DateInput path="deadline" towards="future" value={date} onChange={setDate} />
      </Field>
      <Field label="Hora">
        <TextInput value={time} maxLength={5} onChange={setTime} />
      </Field>
      <Field label="Juros ao mês, em %" hint="Traz as condições de pagamento ao dia da entrega">
        <QuantityInput path="monthlyRate" value={rate} onChange={setRate} />
      </Field>
    </Dialog>
  );
};

/** A link that the browser could not copy by itself. */
export const LinkDialog = ({ url, onClose }: { url: string; onClose: () => void }) => (
  <Dialog open title="Link do fornecedor" onClose={onClose} actions={<Button onClick={onClose}>Fechar</Button>}>
    <Field label="Copie e envie por onde preferir. Ele aparece só agora.">
      <TextInput value={url} readOnly onChange={() => undefined} />
    </Field>
  </Dialog>
);
