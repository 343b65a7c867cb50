import { notifyFailure, notifySuccess } from '#web/client/notify.ts';
import { useRemoveDemonstrationMutation, type FirstStepsQuery } from '#web/generated/home.ts';
import { Button, ConfirmDialog } from '#web/ui/index.ts';
import { useApolloClient } from '@apollo/client/react';
import { useState } from 'react';
import styles from './home.module.css';

type Company = NonNullable<NonNullable<FirstStepsQuery['demonstration']>['company']>;

const staysText = (partners: number): string => {
  if (partners === 0) return '';
  return partners === 1
    ? ' Ficou 1 fornecedor ou cliente que lançamentos seus usam.'
    : ` Ficaram ${partners} fornecedores ou clientes que lançamentos seus usam.`;
};

/** The demonstration data of a new account, and the one click that takes them away. */
export const DemonstrationBanner = ({ company }: { company: Company }) => {
  const [asks, setAsks] = useState(false);
  const [remove, { loading }] = useRemoveDemonstrationMutation();
  const client = useApolloClient();
  const confirm = async (): Promise<void> => {
    setAsks(false);
    try {
      const { data } = await remove();
      const kept = data?.removeDemonstration?.keptPartners ?? 0;
      // Every list, total and menu was of one company more.
      await client.resetStore();
      notifySuccess(`Os dados de demonstração saíram.${staysText(kept)}`);
    } catch (error) {
      notifyFailure(error);
    }
  };
  return (
    <section className={styles.demonstration} aria-label="Dados de demonstração">
      <div>
        <strong>Esta conta tem dados de demonstração</strong>
        <p>
          Estão na empresa {company.name}, que você escolhe no alto do menu, com os fornecedores e clientes dela. O que
          é seu fica à parte.
        </p>
      </div>
      <Button busy={loading} onClick={() => setAsks(true)}>
        Tirar dados de demonstração
      </Button>
      <ConfirmDialog
        open={asks}
        title="Tirar os dados de demonstração?"
        text={`A empresa ${company.name} sai com obras, carteiras e lançamentos. O que você cadastrou nas suas empresas não muda. Não há como desfazer.`}
        confirm="Tirar"
        danger
        onConfirm={() => void confirm()}
        onCancel={() => setAsks(false)}
      />
    </section>
  );
};
