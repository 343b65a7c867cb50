import { counted } from '#domain/numberFormat.ts';
import { useChosenBuilding } from '#web/choices/useBuildingChoice.ts';
import { errorText } from '#web/client/errors.ts';
import { Failure, gone } from '#web/client/Failure.tsx';
import { notifyFailure } from '#web/client/notify.ts';
import { useDeleteFiscalDocumentMutation, useFiscalReadingQuery } from '#web/generated/financial.ts';
import { usePlace } from '#web/session/sessionContext.ts';
import { DeleteIcon } from '#web/ui/icons.ts';
import { Button, Drawer, Skeleton, StatusPill, today } from '#web/ui/index.ts';
import { useRef, useState, type ReactNode } from 'react';
import type { Location } from 'react-router-dom';
import { TransactionEditor } from '../transactions/form/TransactionEditor.tsx';
import type { TransactionForm } from '../transactions/form/model.ts';
import { FROM_FILE } from '../transactions/form/nota.ts';
import { givenNota, linkOf, type Reading } from './given.ts';
import { NotaPanel } from './panel/NotaPanel.tsx';
import styles from './nota.module.css';
import { useChosenProducts } from './useChosenProducts.ts';
import { failures } from './words.ts';

export interface NotaDrawerProps {
  id: string;
  /** Which of how many. */
  place: { number: number; total: number };
  /** Files of this visit that were refused. */
  refused: number;
  /** There is another nota to go on with. */
  another: boolean;
  /** Below the items: boletos of the nota. */
  children?: ReactNode;
  onList: () => void;
  /** The expense that was saved, and whether to go on with the next nota. */
  onSaved: (id: string, next: boolean) => void;
  onRemoved: () => void;
  /** Chooses another file. */
  onChange: () => void;
  onClose: () => void;
}

/** A nota as it was read beside the expense that it fills in (mock 11). */
const NotaDrawer = (props: NotaDrawerProps) => {
  const { companyId } = usePlace();
  const { data, error, refetch } = useFiscalReadingQuery({
    variables: { companyId, id: props.id },
    fetchPolicy: 'network-only',
    context: { quiet: true },
  });
  if (data?.reading) return <Filled {...props} reading={data.reading} />;
  return (
    <Drawer open onClose={props.onClose} title="Nota">
      {error ? (
        <Failure
          error={error}
          message={errorText(error, failures.reading)}
          onRetry={() => void refetch()}
          remedy={gone(props.onClose)}
        />
      ) : (
        <Skeleton rows={10} />
      )}
    </Drawer>
  );
};

const openOf = ({ search, pathname }: Location): string =>
  `${pathname} ${new URLSearchParams(search).get('notas') ?? ''}`;
/** The form stays while the nota in the address does. */
const leaves = (from: Location, to: Location): boolean => openOf(from) !== openOf(to);

const footNote = ({ installments }: TransactionForm): string =>
  `Salvar cria 1 despesa e ${counted(installments.length, 'parcela')}`;

const Filled = ({ reading, ...props }: NotaDrawerProps & { reading: Reading }) => {
  const { place, refused, another, onList, onSaved, onRemoved, onChange, onClose } = props;
  const { companyId } = usePlace();
  const building = useChosenBuilding();
  const [first] = useState(reading);
  const { chosen, choose } = useChosenProducts(first);
  const goOn = useRef(false);
  const [remove] = useDeleteFiscalDocumentMutation({ context: { quiet: true } });
  // A proposal that is read again does not change what a person has before him.
  const [given] = useState(() => givenNota(first, { today: today(), building }));
  const discard = () =>
    void remove({ variables: { companyId, id: first.document.id } })
      .then(onRemoved)
      .catch((error: unknown) => notifyFailure(error, failures.remove));
  const panel = (
    <NotaPanel reading={reading} chosen={chosen} onChoose={choose} onChange={onChange}>
      {props.children}
    </NotaPanel>
  );
  return (
    <TransactionEditor
      type="DEBIT"
      transaction={null}
      nota={{
        ...given,
        linkOf: linkOf(first, chosen),
        title: first.partner?.name ?? first.issuer.name,
        status: (
          <>
            <StatusPill tone="info">Nova despesa</StatusPill>
            <span className={styles.origin}>
              preenchida pela nota <span className={styles.legend}>{FROM_FILE}</span>
            </span>
            {(place.total > 1 || refused > 0) && (
              <Button size="small" variant="subtle" onClick={onList}>
                {[
                  place.total > 1 && `Nota ${place.number} de ${place.total}`,
                  refused > 0 && counted(refused, 'recusada'),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </Button>
            )}
          </>
        ),
        beside: { label: 'Nota', mainLabel: 'Despesa', content: panel },
        leading: (
          <Button variant="subtle" icon={<DeleteIcon />} onClick={discard}>
            Descartar
          </Button>
        ),
        asks: leaves,
        footNote,
        ...(another && {
          beforeNext: () => {
            goOn.current = true;
          },
        }),
      }}
      onClose={onClose}
      onSaved={(saved) => onSaved(saved, goOn.current)}
    />
  );
};

export default NotaDrawer;
