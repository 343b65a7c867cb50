import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import { createRoot } from 'react-dom/client';
import { authorization, currentToken, isExpired } from '#web/client/token.ts';
import './page.css';

/** Returns the token of this browser's session; without a session the user types a token into the headers. */
const sessionHeaders = (): Record<string, string> => {
  const token = currentToken();
  return token && !isExpired(token) ? { authorization: authorization(token) } : {};
};

const fetcher = createGraphiQLFetcher({
  url: '/graphql',
  subscriptionUrl: `${window.location.origin.replace(/^http/, 'ws')}/graphql`,
  headers: sessionHeaders(),
  wsConnectionParams: sessionHeaders(),
});

const welcome = `# O esquema do Prumo, com a descrição de cada tipo, está ao lado.
{
  session {
    user { name }
    companies { id name }
  }
}
`;

const root = document.getElementById('root');
if (root) createRoot(root).render(<GraphiQL fetcher={fetcher} defaultQuery={welcome} shouldPersistHeaders={false} />);
