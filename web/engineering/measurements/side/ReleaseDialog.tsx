import { errorText, fieldProblems } from '#web/client/errors.ts';
import { notifySuccess } from '#web/client/notify.ts';
import layout from '#web/form/document/document.module.css';
import {
  Banner,
  Button,
  DateInput,
  Dialog,
  Field,
  MoneyInput,
  ReadingContext,
  today,
  useReading,
} from '#web/ui/index.ts';
import { formatCurrency } from '#domain/numberFormat.ts';
import { useState } from 'react';
import { failures } from '../words.ts';
import type { Side } from './model.ts';
import { useSideCalls } from './useSideCalls.ts';

/** Asks how much of what was kept back is to be paid, and when. */
export const ReleaseDialog = ({ side, onClose }: { side: Side; onClose: () => void }) => {
  const calls = useSideCalls();
  const reading = useReading();
  const [value, setValue] = useState(side.retained);
  const [dueDate, setDueDate] = useState(today());
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const document = side.kind === 'CUSTOMER' ? 'receita' : 'despesa';
  const release = async () => {
    setBusy(true);
    try {
      await calls.release(side, value, dueDate);
      notifySuccess('Retenção liberada', {
        detail: `${formatCurrency(value || side.retained)} em uma ${document} em aberto`,
      });
      onClose();
    } catch (error) {
      const fields = fieldProblems(error).map(({ path, message }) => [path.replace(/^input\./, ''), message] as const);
      setProblems(fields.length > 0 ? Object.fromEntries(fields) : { '': errorText(error, failures.release) });
      setBusy(false);
    }
  };
  const unread = (path: string) => reading.unread[path]?.problem ?? problems[path];
  return (
    <Dialog
      open
      onClose={onClose}
      title="Liberar retenção"
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button
            variant="primary"
            busy={busy}
            disabled={dueDate === '' || Object.keys(reading.unread).length > 0}
            onClick={() => void release()}
          >
            Liberar
          </Button>
        </>
      }
    >
      <ReadingContext value={reading}>
        {problems[''] !== undefined && <Banner tone="error">{problems['']}</Banner>}
        <p>
          Há {formatCurrency(side.retained)} retidos. Uma {document} é criada para o que for liberado.
        </p>
        <div className={layout.fields}>
          <Field label="Valor a liberar" required error={unread('value')}>
            <MoneyInput
              path="value"
              value={value}
              autoFocus
              onChange={(next) => {
                setProblems({});
                setValue(next);
              }}
            />
          </Field>
          <Field label="Vencimento" required error={unread('dueDate')}>
            <DateInput path="dueDate" value={dueDate} towards="future" onChange={setDueDate} />
          </Field>
        </div>
      </ReadingContext>
    </Dialog>
  );
};
