import { bdiPercentage, type BdiParts } from '#domain/engineering/estimate/bdi.ts';
import { formatPercentage } from '#domain/numberFormat.ts';
import { AddIcon, DeleteIcon } from '#web/ui/icons.ts';
import {
  Button,
  Checkbox,
  Dialog,
  Field,
  IconButton,
  MoneyInput,
  Problem,
  ReadingContext,
  TextInput,
  unreadProblems,
  useReading,
} from '#web/ui/index.ts';
import { useState } from 'react';
import styles from './estimate.module.css';
import type { Bdi, Content } from './model/content.ts';
import { newKey } from './model/rows.ts';

interface BdiDialogProps {
  content: Pick<Content, 'bdis' | 'defaultBdiId'>;
  onChange: (bdis: readonly Bdi[], defaultBdiId: string | null) => void;
  onClose: () => void;
}

const PARTS: readonly { id: keyof BdiParts; label: string }[] = [
  { id: 'administration', label: 'Adm. central (AC)' },
  { id: 'insurance', label: 'Seguro (S)' },
  { id: 'guarantee', label: 'Garantia (G)' },
  { id: 'risk', label: 'Risco (R)' },
  { id: 'financial', label: 'Desp. financeiras (DF)' },
  { id: 'profit', label: 'Lucro (L)' },
  { id: 'taxes', label: 'Impostos (I)' },
];
const NO_PARTS: BdiParts = {
  ...{ administration: '0.00', insurance: '0.00', guarantee: '0.00', risk: '0.00' },
  ...{ financial: '0.00', profit: '0.00', taxes: '0.00' },
};

const bdiPath = (id: string, field: keyof BdiParts | 'percentage'): string => `bdis.${id}.${field}`;

/** The percentage follows the parts, while they give one. */
const withParts = (bdi: Bdi, parts: BdiParts): Bdi => ({
  ...bdi,
  parts,
  percentage: bdiPercentage(parts) ?? bdi.percentage,
});

const problemOf = ({ name, percentage, parts }: Bdi): string | undefined => {
  if (name.trim() === '') return 'Informe o nome do BDI';
  if (parts && bdiPercentage(parts) === null) return 'Os impostos devem ficar abaixo de 100%';
  return percentage === '' ? 'Informe o percentual' : undefined;
};

/** The BDIs of an estimate: typed percentages, or their parts. */
export const BdiDialog = ({ content, onChange, onClose }: BdiDialogProps) => {
  const [bdis, setBdis] = useState(content.bdis);
  const [chosen, setChosen] = useState(content.defaultBdiId);
  const [checked, setChecked] = useState(false);
  const reading = useReading();
  const unread = unreadProblems(reading.unread);
  const set = (id: string, change: (bdi: Bdi) => Bdi) =>
    setBdis((now) => now.map((bdi) => (bdi.id === id ? change(bdi) : bdi)));
  const add = () => {
    const id = newKey();
    setBdis((now) => [
      ...now,
      { id, stored: false, name: now.length === 0 ? 'Serviços' : 'Equipamentos', percentage: '', parts: null },
    ]);
    setChosen((now) => now ?? id);
  };
  const apply = () => {
    setChecked(true);
    if (bdis.some(problemOf) || Object.keys(reading.unread).length > 0) return;
    onChange(bdis, chosen);
    onClose();
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title="BDI"
      actions={
        <>
          <Button icon={<AddIcon />} onClick={add}>
            Novo BDI
          </Button>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" onClick={apply}>
            Aplicar
          </Button>
        </>
      }
    >
      <ReadingContext value={reading}>
        {bdis.length === 0 && <p>Sem BDI, os totais são o custo direto.</p>}
        {bdis.map((bdi, index) => {
          const problem = checked ? problemOf(bdi) : undefined;
          const { parts } = bdi;
          return (
            <section key={bdi.id} className={styles.bdi} aria-label={`BDI ${bdi.name}`}>
              <div className={styles.bdiHead}>
                <Field label="Nome" required>
                  <TextInput
                    value={bdi.name}
                    maxLength={60}
                    autoFocus={index === 0}
                    onChange={(name) => set(bdi.id, (now) => ({ ...now, name }))}
                  />
                </Field>
                <Field label="Percentual" required error={unread[bdiPath(bdi.id, 'percentage')]}>
                  {parts ? (
                    <TextInput value={formatPercentage(bdi.percentage)} readOnly onChange={() => undefined} />
                  ) : (
                    <MoneyInput
                      path={bdiPath(bdi.id, 'percentage')}
                      kind="percentage"
                      symbol="%"
                      value={bdi.percentage}
                      onChange={(percentage) => set(bdi.id, (now) => ({ ...now, percentage }))}
                    />
                  )}
                </Field>
                <Checkbox
                  label="Padrão das linhas"
                  checked={chosen === bdi.id}
                  onChange={(isDefault) => setChosen(isDefault ? bdi.id : null)}
                />
                <Checkbox
                  label="Compor pelas parcelas"
                  checked={parts !== null}
                  onChange={(composed) =>
                    set(bdi.id, (now) => (composed ? withParts(now, NO_PARTS) : { ...now, parts: null }))
                  }
                />
                <IconButton
                  label={`Retirar o BDI ${bdi.name}`}
                  icon={<DeleteIcon />}
                  onClick={() => {
                    setBdis((now) => now.filter(({ id }) => id !== bdi.id));
                    setChosen((now) => (now === bdi.id ? null : now));
                  }}
                />
              </div>
              {parts && (
                <div className={styles.parts}>
                  {PARTS.map(({ id, label }) => (
                    <Field key={id} label={label} error={unread[bdiPath(bdi.id, id)]}>
                      <MoneyInput
                        path={bdiPath(bdi.id, id)}
                        kind="percentage"
                        symbol="%"
                        value={parts[id]}
                        onChange={(value) =>
                          set(bdi.id, (now) => withParts(now, { ...parts, [id]: value === '' ? '0.00' : value }))
                        }
                      />
                    </Field>
                  ))}
                </div>
              )}
              {problem !== undefined && <Problem>{problem}</Problem>}
            </section>
          );
        })}
      </ReadingContext>
    </Dialog>
  );
};
