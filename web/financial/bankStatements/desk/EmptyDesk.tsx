import { addDays, formatDate } from '#domain/dates.ts';
import { useImportedStatementsQuery } from '#web/generated/financial.ts';
import { UploadIcon } from '#web/ui/icons.ts';
import { Button, EmptyState, Skeleton, useIsPhone, useIsTouch } from '#web/ui/index.ts';
import { useRef } from 'react';
import { FILE_TYPES } from '../words.ts';
import type { Desk } from './model.ts';
import type { DeskState } from './useDesk.ts';
import styles from './empty.module.css';

const BANKS: readonly (readonly [bank: string, how: string])[] = [
  [
    'Itaú',
    'no Itaú Empresas, Conta corrente → Extrato, escolha o período e “Salvar em outros formatos” → OFX (Money 2000).',
  ],
  ['Bradesco', 'no Net Empresa, Saldos e extratos → Extrato, escolha o período e salve como “OFX”.'],
  [
    'Banco do Brasil',
    'no Autoatendimento, Conta corrente → Extratos, escolha o mês e, no ícone de salvar, “Money 2000 (OFX)”.',
  ],
  ['Caixa', 'no Gerenciador Caixa, Minha conta → Extrato por período, e “Gerar arquivo” no formato OFX.'],
  ['Santander', 'no Internet Banking Empresarial, Conta corrente → Extrato, e “Exportar” em OFX (Money).'],
];

/** First use: where files are dropped, and where they come from. */
const FirstUse = ({ onFiles }: { onFiles: (files: readonly File[]) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const touch = useIsTouch();
  return (
    <div className={styles.first}>
      <div className={styles.drop}>
        <h2>Nenhum extrato ainda</h2>
        <p>
          {touch ? 'Escolha' : 'Solte aqui'} os arquivos OFX ou CSV do banco, vários de uma vez. Nada é gravado antes de
          você conferir.
        </p>
        <Button variant="primary" icon={<UploadIcon />} onClick={() => input.current?.click()}>
          Escolher arquivos
        </Button>
        <input
          ref={input}
          hidden
          multiple
          type="file"
          accept={FILE_TYPES}
          aria-label="Arquivos OFX ou CSV"
          onChange={({ target }) => {
            onFiles([...(target.files ?? [])]);
            target.value = '';
          }}
        />
      </div>
      <div>
        <h2>Como baixar o OFX</h2>
        <dl className={styles.banks}>
          {BANKS.map(([bank, how]) => (
            <div key={bank}>
              <dt>{bank}</dt>
              <dd>{how}</dd>
            </div>
          ))}
        </dl>
        <p>
          Os nomes dos menus mudam de banco para banco: procure OFX ou Money no extrato da conta. O mesmo período pode
          vir outra vez: cada linha entra uma vez só. Do banco que não tem OFX, envie o CSV.
        </p>
      </div>
    </div>
  );
};

/** "Tudo conciliado até 20/11/2026": the last day that is looked at. */
const allDone = ({ dates }: DeskState, { equation, provenThrough }: Desk): string => {
  const day = dates ? addDays(dates.end, -1) : (provenThrough ?? equation?.date);
  return day === undefined || day.startsWith('9999') ? 'Tudo conciliado' : `Tudo conciliado até ${formatDate(day)}`;
};

const textsOf = (state: DeskState, desk: Desk): { title: string; text: string } => {
  switch (state.view) {
    case 'OPEN':
      return { title: allDone(state, desk), text: 'Nenhuma linha deste extrato espera por resposta.' };
    case 'SUGGESTED':
      return desk.counts.open === 0
        ? { title: allDone(state, desk), text: 'Nenhuma linha deste extrato espera por resposta.' }
        : { title: 'Nenhuma sugestão', text: 'O que falta não tem par evidente: concilie em “A conciliar”.' };
    case 'RECONCILED':
      return {
        title: 'Nada conciliado ainda',
        text: 'O que for aceito aparece aqui, com quem aceitou e o caminho de volta.',
      };
    case 'IGNORED':
      return { title: 'Nenhuma linha ignorada', text: 'Linhas a que nada responde podem ser ignoradas, com motivo.' };
  }
};

interface EmptyDeskProps {
  state: DeskState;
  desk: Desk;
  onFiles: (files: readonly File[]) => void;
}

/** Nothing in the view: because of the filters, because all is done, or because nothing was imported. */
export const EmptyDesk = ({ state, desk, onFiles }: EmptyDeskProps) => {
  const { list, companyId, dates, search, file } = state;
  const { counts } = desk;
  const phone = useIsPhone();
  const isNarrowed = search !== '' || file !== null || dates !== null;
  const isBare = !isNarrowed && counts.open + counts.reconciled + counts.ignored === 0;
  const { data, loading } = useImportedStatementsQuery({
    variables: { companyId },
    skip: !isBare,
    context: { quiet: true },
  });
  const bank = list.query.filters.filter(({ id }) => id === 'bank' || id === 'view' || id === 'minimum');
  if (isBare && loading && !data) return <Skeleton rows={4} />;
  if (isBare && data?.bankStatementFiles?.totalElements === 0) {
    if (!phone) return <FirstUse onFiles={onFiles} />;
    return (
      <EmptyState title="Nenhum extrato ainda" text="Importe o OFX do banco no computador: as linhas aparecem aqui." />
    );
  }
  if (isBare)
    return (
      <EmptyState
        title="Nenhum extrato desta carteira"
        text="Os arquivos importados até agora são de outras carteiras."
      />
    );
  const total = {
    OPEN: counts.open,
    SUGGESTED: counts.suggested,
    RECONCILED: counts.reconciled,
    IGNORED: counts.ignored,
  };
  if (
    isNarrowed &&
    (search !== '' || file !== null || counts.open + counts.reconciled + counts.ignored === 0) &&
    total[state.view] === 0
  )
    return (
      <EmptyState
        title="Nada com estes filtros"
        text="Mude a busca ou limpe os filtros para ver tudo."
        action={<Button onClick={() => list.setQuery({ filters: bank, sort: [] })}>Limpar filtros</Button>}
      />
    );
  return <EmptyState {...textsOf(state, desk)} />;
};
