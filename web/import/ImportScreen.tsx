import { Breadcrumb, PageHeader, Screen } from '#web/ui/index.ts';
import { useImportTablesQuery } from '#web/generated/import.ts';
import { useLocation } from 'react-router-dom';
import { notifyError } from '#web/client/notify.ts';
import { draftOf } from './edits.ts';
import styles from './ImportScreen.module.css';
import { bounded } from './read/readFile.ts';
import { FileProblem } from './read/unzip.ts';
import { importRegisters, type ImportRegister } from './registers.ts';
import { Review } from './Review.tsx';
import { StartPanel } from './StartPanel.tsx';
import { useImportDraft } from './useDraft.ts';

const Importing = ({ register, list }: { register: ImportRegister; list: string }) => {
  const { draft, sheets, change, undo, start } = useImportDraft(register.key);
  const { data } = useImportTablesQuery({ skip: !register.ofTable });
  const tables = data?.productTables?.content;
  const first = tables?.[0]?.id ?? '';
  // A spreadsheet that was read before the cost databases were loaded.
  const whole = draft && register.ofTable && draft.table === '' ? { ...draft, table: first } : draft;
  const chooseSheet = (name: string) => {
    const chosen = sheets.find(({ sheet }) => sheet === name);
    if (!chosen) return;
    try {
      const read = draftOf(register, bounded(chosen), whole?.table ?? first);
      change(({ existing }) => ({ ...read, existing }));
    } catch (error) {
      if (!(error instanceof FileProblem)) throw error;
      notifyError(error.message);
    }
  };
  return (
    <Screen>
      <div className={styles.crumb}>
        <Breadcrumb steps={[{ label: register.title, to: list }]} />
      </div>
      {whole ? (
        <Review
          register={register}
          list={list}
          draft={whole}
          tables={tables}
          sheets={sheets.map(({ sheet }) => sheet)}
          onSheet={chooseSheet}
          onChange={(next) => change(() => next(whole))}
          onUndo={undo}
          onEnd={() => start(null)}
        />
      ) : (
        <>
          <PageHeader title={`Importar ${register.description.noun.many}`} />
          <StartPanel
            description={register.description}
            onRead={(grids) => start(draftOf(register, grids[0], first), grids)}
          />
        </>
      )}
    </Screen>
  );
};

/** Imports a register from a spreadsheet; which one, the address says: its list's path, then "/import". */
const ImportScreen = () => {
  const list = useLocation().pathname.replace(/\/import\/*$/, '');
  const register = importRegisters[list];
  return register && <Importing key={register.key} register={register} list={list} />;
};

export default ImportScreen;
