import { counted, formatPrice4 } from '#domain/numberFormat.ts';
import { Button, Dialog, Field, TextInput } from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './editor.module.css';

interface OverwriteDialogProps {
  code: string;
  before: string | null;
  after: string | null;
  /** Own compositions that use this one, at any depth. */
  compositions: number;
  /** Cost estimates with it that are not approved; they keep it as it was. */
  openEstimates: number;
  /** Asks for the code of a new composition from the start. */
  asNew: boolean;
  onOverwrite: () => void;
  /** Resolves to the problem of the code; null when the new composition was stored. */
  onSaveAsNew: (code: string) => Promise<string | null>;
  onClose: () => void;
}

const priced = (price: string | null): string => (price === null ? 'incompleto' : `R$ ${formatPrice4(price)}`);

/** Others use the composition: its change changes them too, unless it is stored as a new one (§4). */
export const OverwriteDialog = (props: OverwriteDialogProps) => {
  const { code, before, after, compositions, openEstimates, onClose } = props;
  const [asNew, setAsNew] = useState(props.asNew);
  const [newCode, setNewCode] = useState('');
  const [problem, setProblem] = useState<string | undefined>(undefined);
  const [busy, setBusy] = useState(false);
  const saveAsNew = async () => {
    if (newCode.trim() === '') return setProblem('Informe o código da nova composição');
    setBusy(true);
    const refused = await props.onSaveAsNew(newCode.trim());
    setBusy(false);
    return setProblem(refused ?? undefined);
  };
  const used = counted(compositions, 'composição que a usa', 'composições que a usam');
  return (
    <Dialog
      open
      onClose={onClose}
      title={asNew ? 'Salvar como nova composição' : `Sobrescrever ${code}?`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          {asNew ? (
            <Button variant="primary" busy={busy} onClick={() => void saveAsNew()}>
              Salvar como nova
            </Button>
          ) : (
            <>
              <Button onClick={() => setAsNew(true)}>Salvar como nova</Button>
              <Button variant="primary" autoFocus onClick={props.onOverwrite}>
                Sobrescrever
              </Button>
            </>
          )}
        </>
      }
    >
      {asNew ? (
        <div className={styles.dialog}>
          <p className={styles.text}>A composição {code} e as que a usam continuam como estão.</p>
          <Field label="Código da nova composição" required error={problem}>
            <TextInput
              value={newCode}
              maxLength={30}
              autoFocus
              autoComplete="off"
              onChange={setNewCode}
              onKeyDown={(event) => {
                if (event.key === 'Enter') void saveAsNew();
              }}
            />
          </Field>
        </div>
      ) : (
        <div className={styles.dialog}>
          <p className={styles.text}>
            {before === after ? (
              <>O preço unitário continua {priced(after)}</>
            ) : (
              <>
                O preço unitário passa de {priced(before)} para <strong>{priced(after)}</strong>
              </>
            )}
            {compositions > 0 && (
              <>
                , e {before === after ? 'os itens mudam' : 'muda'} em <strong>{used}</strong>
              </>
            )}
            .
          </p>
          {openEstimates > 0 && (
            <p className={styles.text}>
              {counted(openEstimates, 'orçamento em aberto a tem e não muda', 'orçamentos em aberto a têm e não mudam')}
              .
            </p>
          )}
        </div>
      )}
    </Dialog>
  );
};
