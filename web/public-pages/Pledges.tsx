import type { ReactNode } from 'react';
import styles from './Pledges.module.css';

interface Pledge {
  title: string;
  text: string;
  drawing: ReactNode;
}

const pledges: readonly Pledge[] = [
  {
    title: 'Rateio que fecha',
    text: 'Uma nota, várias obras e etapas. O resto do centavo tem lugar certo: a soma das parcelas e a soma das obras são sempre a da nota.',
    drawing: <path d="M4 18h24M16 6v12M9 18v8M23 18v8M5 26h8M19 26h8" />,
  },
  {
    title: 'Do jeito que se digita',
    text: '“1234,5”, “15/3”, “hoje”: os campos entendem. Tudo se lança sem mouse, e o que ficou pela metade fica guardado.',
    drawing: <path d="M4 9h24v14H4zM8 13h2M14 13h2M20 13h4M9 19h14" />,
  },
  {
    title: 'Saldo que confere',
    text: 'Pagamentos, estornos e transferências mudam a carteira na hora. Pagou por engano? Desfazer é um clique, e o histórico fica.',
    drawing: <path d="M5 10h20a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2zM5 10l14-5v5M21 18h2" />,
  },
  {
    title: 'Cada um vê o que lhe cabe',
    text: 'Permissões por empresa e por obra: quem paga, quem compra e quem executa trabalham no mesmo lugar, cada um com o seu.',
    drawing: <path d="M16 4l10 4v8c0 6-4 10-10 12C10 26 6 22 6 16V8zM12 16l3 3 6-6" />,
  },
];

/** The product's main features, one card each. */
export const Pledges = () => (
  <section className={styles.section} aria-label="O que o Prumo faz">
    <ul className={styles.list}>
      {pledges.map(({ title, text, drawing }) => (
        <li key={title}>
          <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
            {drawing}
          </svg>
          <h2>{title}</h2>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  </section>
);
