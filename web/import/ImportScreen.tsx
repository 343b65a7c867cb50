import { Breadcrumb, PageHeader, Screen } from '#web/ui/index.ts';
import { useImportTablesQuery } from '#web/generated/import.ts';
import { useLocation } from 'react-router-dom';
import { draftOf } from './edits.ts';
import styles from './ImportScreen.module.css';
import { importRegisters, type ImportRegister } from './registers.ts';
import { Review } from './Review.tsx';
import { StartPanel } from './StartPanel.tsx';
import { useImportDraft } from './useDraft.ts';

const Importing = ({ register, list }: { register: ImportRegister; list: string }) => {
  const { draft, change, undo, start } = useImportDraft(register.key);
  const { data } = useImportTablesQuery({ skip: !register.ofTable });
  const tables = data?.productTables?.content;
  const first = tables?.[0]?.id ?? '';
  // A spreadsheet that was read before the cost databases were loaded.
  const whole = draft && register.ofTable && draft.table === '' ? { ...draft, table: first } : draft;
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
          onChange={(next) => change(() => next(whole))}
          onUndo={undo}
          onEnd={() => start(null)}
        />
      ) : (
        <>
          <PageHeader title={`Importar ${register.description.noun.many}`} />
          <StartPanel
            description={register.description}
            onRead={(grid) => start(draftOf(register.key, register.description, grid, first))}
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
