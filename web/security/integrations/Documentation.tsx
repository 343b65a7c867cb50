import { CodeIcon, DocsIcon, OpenIcon, SchemaIcon, SpreadsheetIcon } from '#web/ui/icons.ts';
import { Card } from '#web/ui/index.ts';
import styles from './integrations.module.css';

const LINKS = [
  {
    path: '/docs',
    title: 'Guia e referência REST',
    text: 'primeira chamada, exemplos, erros, limites',
    icon: <DocsIcon />,
  },
  {
    path: '/graphql',
    title: 'GraphiQL com exemplos',
    text: 'consultas prontas, com os seus dados',
    icon: <CodeIcon />,
  },
  {
    path: '/api/v1/schema.graphql',
    title: 'Esquema GraphQL, SDL',
    text: 'tipos, campos e descrições',
    icon: <SchemaIcon />,
  },
  { path: '/api/v1/openapi.json', title: 'OpenAPI 3.1', text: 'todos os serviços REST', icon: <SchemaIcon /> },
  {
    path: '/docs#csv',
    title: 'CSV para planilhas e BI',
    text: 'Excel, Google Planilhas, Power BI',
    icon: <SpreadsheetIcon />,
  },
];

/** "Documentação": what an integrator reads, each on a page of its own. */
export const Documentation = () => (
  <Card title="Documentação">
    <ul className={styles.links}>
      {LINKS.map(({ path, title, text, icon }) => (
        <li key={path}>
          <span className={styles.linkIcon} aria-hidden="true">
            {icon}
          </span>
          <span className={styles.linkText}>
            <a href={path} target="_blank" rel="noreferrer">
              {title}
            </a>
            <span className={styles.meta}>{text}</span>
          </span>
          <span className={styles.linkIcon} aria-hidden="true">
            <OpenIcon />
          </span>
        </li>
      ))}
    </ul>
  </Card>
);
