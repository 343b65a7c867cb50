import { counted, formatCount } from '#domain/numberFormat.ts';
import { notifySuccess } from '#web/client/notify.ts';
import { formatBytes } from '#web/client/bytes.ts';
import { isRecord } from '#web/client/storage.ts';
import { useOwnCostDatabasesQuery } from '#web/generated/engineering.ts';
import { downloadSheet } from '#web/import/template.ts';
import { DownloadIcon, UploadIcon } from '#web/ui/icons.ts';
import { Banner, Button, Card, EmptyState, Field, Menu, Select, Skeleton, FileDrop } from '#web/ui/index.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import styles from '../ImportScreen.module.css';
import { useUpload } from '../useUpload.ts';
import { forgetImported, type OwnSource } from './formats.ts';
import { faultsOf, OwnFaults } from './OwnFaults.tsx';

const NEW_TABLE = '/home/forms/product-table?id=new';

interface Done {
  message: string;
  counts: string;
}

const countsOf = (data: Readonly<Record<string, unknown>>, { noun, gender }: OwnSource): string => {
  const figure = (name: string): number => Number(data[name] ?? 0);
  const [one, many] = noun;
  return [
    `${counted(figure('created'), one, many)} criad${gender}${figure('created') === 1 ? '' : 's'}`,
    `${formatCount(figure('updated'))} alterad${gender}${figure('updated') === 1 ? '' : 's'}`,
    ...(figure('unchanged') > 0
      ? [`${formatCount(figure('unchanged'))} ${figure('unchanged') === 1 ? 'igual' : 'iguais'}`]
      : []),
  ].join(' · ');
};

const Template = ({ source: { format } }: { source: OwnSource }) => {
  const save = (kind: 'csv' | 'xlsx') =>
    downloadSheet(format.template, { titles: format.columns, rows: format.examples }, kind);
  return (
    <Menu
      trigger={<Button icon={<DownloadIcon />}>Baixar modelo</Button>}
      actions={[
        { label: 'Excel (XLSX)', onClick: () => save('xlsx') },
        { label: 'CSV', onClick: () => save('csv') },
      ]}
    />
  );
};

const Importing = ({ source, tables }: { source: OwnSource; tables: readonly { id: string; name: string }[] }) => {
  const [table, setTable] = useState(tables.length === 1 ? (tables[0]?.id ?? '') : '');
  const [missing, setMissing] = useState(false);
  const [file, setFile] = useState<File | null>(null);
  const [done, setDone] = useState<Done | null>(null);
  const { cache } = useApolloClient();
  const { share, problem, send, forgetProblem } = useUpload();
  const faults = faultsOf(problem?.fields ?? []);
  const { format, noun } = source;

  const run = async () => {
    setMissing(table === '');
    if (table === '' || !file) return;
    const answer = await send(`/api/v1/engineering/cost-databases/${table}/${format.part}`, format.part, file);
    if (!isRecord(answer?.data)) return;
    const message = answer.message ?? '';
    forgetImported(cache);
    setDone({ message, counts: countsOf(answer.data, source) });
    setFile(null);
    notifySuccess(message);
  };
  const take = (next: File) => {
    forgetProblem();
    setDone(null);
    setFile(next);
  };

  return (
    <>
      {done && (
        <Banner tone="info">
          <strong>{done.message}</strong> {done.counts} <Link to={source.list.path}>{source.list.label}</Link>
        </Banner>
      )}
      {problem && <Banner tone="error">{problem.text}</Banner>}
      {faults.length > 0 && (
        <Card title={`${counted(faults.length, 'erro')} no arquivo`} meta="corrija e escolha o arquivo outra vez">
          <OwnFaults faults={faults} />
        </Card>
      )}
      <Card>
        <div className={styles.own}>
          <Field label="Tabela de insumos" error={missing ? 'Escolha a tabela.' : undefined} required>
            <Select
              value={table}
              placeholder="Escolha a tabela"
              onChange={(next) => {
                setTable(next);
                setMissing(false);
              }}
              options={tables.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </Field>
          <FileDrop
            title={`Arquivo de ${noun[1]}, CSV ou XLSX`}
            text={`${source.text} Até ${formatCount(format.most)} linhas. Colunas: ${format.columns.join(', ')}.`}
            label={`Arquivo de ${noun[1]}`}
            accept=".csv,.txt,.xlsx"
            busy={share !== null}
            chosen={file !== null}
            actions={<Template source={source} />}
            onFile={take}
          >
            {file && (
              <div className={styles.chosen}>
                <span>
                  <strong>{file.name}</strong>, {formatBytes(file.size)}
                </span>
                <Button variant="primary" icon={<UploadIcon />} busy={share !== null} onClick={() => void run()}>
                  Importar {noun[1]}
                </Button>
              </div>
            )}
          </FileDrop>
        </div>
      </Card>
    </>
  );
};

/** Inputs or compositions from a file into a cost database of the account's own: all rows of it, or none. */
export const OwnImport = ({ source }: { source: OwnSource }) => {
  const { data, loading } = useOwnCostDatabasesQuery({ fetchPolicy: 'cache-and-network' });
  const tables = data?.productTables?.content;
  if (!tables) return loading ? <Skeleton rows={4} /> : null;
  if (tables.length === 0) {
    return (
      <EmptyState
        title="Nenhuma tabela própria"
        text="Cadastre uma tabela de insumos da empresa; é nela que o arquivo entra."
        action={<Link to={NEW_TABLE}>Nova tabela de insumos</Link>}
      />
    );
  }
  return <Importing source={source} tables={tables} />;
};
