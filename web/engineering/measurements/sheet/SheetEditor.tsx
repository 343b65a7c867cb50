import { LeaveGuard } from '#web/form/LeaveGuard.tsx';
import { foundIndexes } from '#web/form/tree/foundIndexes.ts';
import { toTenThousandths } from '#domain/money.ts';
import { formatCount } from '#domain/numberFormat.ts';
import type { MeasurementSideFragment } from '#web/generated/engineering.ts';
import { Banner, Screen, SearchBox, Segments } from '#web/ui/index.ts';
import { useMemo, useState } from 'react';
import type { Mode } from '../model/cells.ts';
import { searchedRow, type MeasuredRow, type View } from '../model/rows.ts';
import type { Asked } from '../SheetDialogs.tsx';
import type { Sheet } from '../useSheet.ts';
import { SheetFoot } from './SheetFoot.tsx';
import { SheetGrid } from './SheetGrid.tsx';
import { SheetCards, SheetHeader } from './SheetHeader.tsx';
import styles from './sheet.module.css';

export interface SheetViewProps {
  sheet: Sheet;
  sides: readonly MeasurementSideFragment[];
  ask: (asked: Asked) => void;
  onSide: (side: MeasurementSideFragment) => void;
  onBulletin: () => void;
}

const isOpenLine = ({ line }: MeasuredRow): boolean =>
  line !== null && toTenThousandths(line.accumulated) < toTenThousandths(line.quantity ?? '0');
const isMeasuredNow = ({ line }: MeasuredRow): boolean =>
  line !== null && toTenThousandths(line.accumulated) !== toTenThousandths(line.previous);

/** A measurement at the desk (mock 26). */
export const SheetEditor = ({ sheet, sides, ask, onSide, onBulletin }: SheetViewProps) => {
  const { head, rows, figures, state } = sheet;
  const [mode, setMode] = useState<Mode>('ACCUMULATED');
  const [search, setSearch] = useState('');
  const [together, setTogether] = useState('');
  const [view, setView] = useState<View>('ALL');
  /** Lines of the view when it was chosen: what is typed takes no row away. */
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const indexes = useMemo(
    () => foundIndexes(rows, search, searchedRow, ({ facts }) => chosen === null || chosen.has(facts.id)),
    [rows, chosen, search],
  );
  const choose = (next: View) => {
    const belongs = next === 'OPEN' ? isOpenLine : isMeasuredNow;
    setView(next);
    setChosen(next === 'ALL' ? null : new Set(rows.filter(belongs).map(({ facts }) => facts.id)));
  };
  const photos = [...sheet.photoCounts.values()].reduce((sum, count) => sum + count, 0);
  return (
    <Screen>
      <SheetHeader
        {...{ head, state, sides, photos, together, onSide, onBulletin }}
        onNewSide={() => ask({ kind: 'side' })}
        onPhotos={() => ask({ kind: 'photos', row: null })}
        onHistory={() => ask({ kind: 'history' })}
        onClose={() => ask({ kind: 'close' })}
        onReopen={() => ask({ kind: 'reopen' })}
        onNext={() => ask({ kind: 'next', contractId: head.contractId })}
        onRemove={() => ask({ kind: 'remove' })}
      />
      <SheetCards {...{ head, figures }} />
      <div className={styles.banners}>
        {head.status === 'REVIEW' && (
          <Banner tone="info">
            Enviada para conferência{head.reviewRequestedBy ? ` por ${head.reviewRequestedBy.name}` : ''}: confira e
            feche a medição.
          </Banner>
        )}
        {state.offline && state.waiting > 0 && (
          <Banner tone="warning">
            Sem conexão com o servidor. O que você digita fica guardado neste aparelho e é enviado quando ela voltar.
          </Banner>
        )}
      </div>
      <div className={styles.tools}>
        <div className={styles.search}>
          <SearchBox label="Item ou serviço" value={search} onChange={setSearch} />
        </div>
        <Segments
          ariaLabel="O que se digita"
          value={mode}
          options={[
            { value: 'ACCUMULATED', label: 'Acumulado' },
            { value: 'PERIOD', label: 'No período' },
          ]}
          onChange={setMode}
        />
        <Segments
          ariaLabel="Linhas"
          value={view}
          options={[
            { value: 'ALL', label: `Todos ${formatCount(figures.lines)}` },
            { value: 'OPEN', label: `Em aberto ${formatCount(figures.open)}` },
            { value: 'NOW', label: `Medidos agora ${formatCount(figures.measured)}` },
          ]}
          onChange={choose}
        />
        <span className={styles.legend} aria-hidden="true">
          <span>{head.number > 1 ? `Até a ${head.number - 1}` : 'Antes'}</span>
          <span data-part="now">Nesta</span>
          <span data-part="above">Acima</span>
        </span>
      </div>
      <SheetGrid
        {...{ sheet, mode, indexes }}
        onPhotos={(row) => ask({ kind: 'photos', row })}
        onTogether={setTogether}
      />
      <SheetFoot {...{ head, figures }} />
      <LeaveGuard when={state.conflicts.size > 0} />
    </Screen>
  );
};
