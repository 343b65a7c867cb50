import engineering from './engenharia.webp';
import finance from './financeiro.webp';
import purchases from './suprimentos.webp';
import styles from './Areas.module.css';

interface Area {
  title: string;
  lead: string;
  points: readonly string[];
  picture: string;
  shows: string;
}

const areas: readonly Area[] = [
  {
    title: 'Financeiro',
    lead: 'Do boleto ao resultado do mês, obra por obra.',
    points: [
      'Despesas e receitas em parcelas, rateadas por obra e etapa; a NF-e, o boleto e o Pix preenchem o formulário.',
      'Extratos OFX conciliados com sugestões explicadas, e o mês fechado com a pasta do contador.',
      'Fluxo de caixa com simulação, demonstrativo de resultado e retenções de impostos.',
    ],
    picture: finance,
    shows: 'Painel da construtora de demonstração: saldo, fluxo de caixa e próximos vencimentos',
  },
  {
    title: 'Suprimentos',
    lead: 'O que a obra precisa, pelo melhor preço, na hora certa.',
    points: [
      'Cotações que o fornecedor responde por um link, com o mapa das propostas.',
      'Pedidos com aprovação por alçada, recebimento com fotos e conferência pela NF-e.',
      'O resumo de compras diz o que foi orçado, pedido, recebido e pago de cada insumo.',
    ],
    picture: purchases,
    shows: 'Resumo de compras da construtora de demonstração, por insumo',
  },
  {
    title: 'Engenharia',
    lead: 'Orçar, planejar, medir, e saber onde a obra desvia.',
    points: [
      'Orçamentos com composições e SINAPI, revisões, aditivos e a planilha do cliente.',
      'Cronograma com caminho crítico, e medições com boletim conferível por código.',
      'Orçado × realizado com curva S e os índices de custo e de prazo.',
    ],
    picture: engineering,
    shows: 'Orçado × realizado da construtora de demonstração, com a curva S',
  },
];

/** The three areas of the product, each with a picture of a real screen. */
export const Areas = () => (
  <section className={styles.section} aria-label="As áreas do Prumo">
    {areas.map(({ title, lead, points, picture, shows }) => (
      <article key={title} className={styles.area}>
        <div>
          <h2>{title}</h2>
          <p>{lead}</p>
          <ul>
            {points.map((point) => (
              <li key={point}>{point}</li>
            ))}
          </ul>
        </div>
        <img src={picture} alt={shows} width={1120} height={700} loading="lazy" decoding="async" />
      </article>
    ))}
  </section>
);
