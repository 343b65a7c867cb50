import { errorText, fieldProblems } from '#web/client/errors.ts';
import { useMergePreviewQuery, type MergeInput, type ProductRowFragment } from '#web/generated/purchase.ts';
import { Banner, Button, Dialog, ReadingContext, unreadProblems, useReading } from '#web/ui/index.ts';
import { useSettled } from '#web/ui/useSettled.ts';
import { useMemo, useState } from 'react';
import { counted } from '#domain/numberFormat.ts';
import { MergeEffects } from './MergeEffects.tsx';
import { MergeSides } from './MergeSides.tsx';
import { likeliest } from './preview.ts';
import styles from './merging.module.css';
import { useMerging } from './useMerging.ts';

export interface MergeDialogProps {
  /** Two or more products of one cost database. */
  rows: readonly ProductRowFragment[];
  onClose: () => void;
  onMerged?: () => void;
}

/** Chooses which of several products stays, and shows what merging them changes (mock 23c). */
export const MergeDialog = ({ rows, onClose, onMerged }: MergeDialogProps) => {
  const [chosen, setChosen] = useState<string | null>(null);
  const survivor = rows.find(({ id }) => id === chosen) ?? likeliest(rows);
  // As typed, by product; of the survivor in view.
  const [factors, setFactors] = useState<Readonly<Record<string, string>>>({});
  const [failure, setFailure] = useState<unknown>(null);
  const reading = useReading();
  const { merge, busy } = useMerging();

  const input = useMemo((): MergeInput | null => {
    if (!survivor) return null;
    const others = rows.filter(({ id }) => id !== survivor.id);
    return {
      survivor: { id: survivor.id, version: survivor.version },
      merged: others.map(({ id, version }) => ({ id, version, ...(factors[id] ? { factor: factors[id] } : {}) })),
    };
  }, [factors, rows, survivor]);
  const settled = useSettled(input);
  const current = settled === input;
  const { data, previousData, error, loading, refetch } = useMergePreviewQuery({
    variables: { input: settled as MergeInput },
    skip: settled === null,
    fetchPolicy: 'network-only',
    context: { quiet: true },
  });
  const preview = (error ? undefined : (data ?? previousData))?.productMergePreview ?? undefined;
  const shown = preview?.survivor.product.id === survivor?.id ? preview : undefined;
  const complete = current && !loading && shown?.impact != null && Object.keys(reading.unread).length === 0;

  const run = async () => {
    if (!input || !complete || !shown) return;
    // What the preview has proposed is what is merged.
    const merged = input.merged.map((one, index) => ({ ...one, factor: shown.merged[index]?.factor }));
    try {
      await merge({ ...input, merged });
      onMerged?.();
      onClose();
    } catch (refused) {
      setFailure(refused);
    }
  };
  if (!survivor) return null;
  const problem = failure ?? error;
  const problems = fieldProblems(problem);
  const unread = unreadProblems(reading.unread);
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={`Unificar ${counted(rows.length, 'insumo')}`}
      actions={
        <>
          <Button onClick={onClose}>Cancelar</Button>
          <Button variant="primary" busy={busy} disabled={!complete} onClick={() => void run()}>
            Unificar em {survivor.code}
          </Button>
        </>
      }
    >
      <ReadingContext value={reading}>
        <p className={styles.lead}>
          Escolha o que fica. Os outros deixam de aparecer e tudo o que os usa passa para ele.
        </p>
        <MergeSides
          rows={rows}
          survivor={survivor}
          preview={shown}
          factors={factors}
          problems={Object.fromEntries(
            (input?.merged ?? []).map(({ id }, index) => [
              id,
              unread[`factor.${id}`] ?? problems.find(({ path }) => path.endsWith(`merged.${index}.factor`))?.message,
            ]),
          )}
          onChoose={(id) => {
            setChosen(id);
            // Factors are for the unit of the survivor.
            setFactors({});
            setFailure(null);
            reading.clear();
          }}
          onFactor={(id, factor) => {
            setFactors((now) => ({ ...now, [id]: factor }));
            setFailure(null);
          }}
        />
        {problem ? (
          <Banner
            tone="error"
            action={<Button onClick={() => void refetch().then(() => setFailure(null))}>Tentar de novo</Button>}
          >
            {errorText(problem, 'Falha para unificar insumos')}
          </Banner>
        ) : (
          shown && <MergeEffects preview={shown} survivor={survivor} rows={rows} />
        )}
      </ReadingContext>
    </Dialog>
  );
};
