import { createGraphiQLFetcher } from '@graphiql/toolkit';
import { GraphiQL } from 'graphiql';
import 'graphiql/setup-workers/vite';
import 'graphiql/style.css';
import { useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { authorization, currentToken, isExpired } from '#web/client/token.ts';
import { ExamplesMenu, type Place } from './ExamplesMenu.tsx';
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

/** Company and obra that examples are opened with; the first ones of the session. */
const placeOfSession = async (): Promise<Place> => {
  const headers = { 'content-type': 'application/json', ...sessionHeaders() };
  const body = JSON.stringify({ query: '{ session { companyId buildingId } }' });
  const answer = await fetch('/graphql', { method: 'POST', headers, body }).then((response) => response.json());
  const { companyId = null, buildingId = null } = (answer as { data?: { session?: Place } }).data?.session ?? {};
  return { companyId, buildingId };
};

const Page = () => {
  const [place, setPlace] = useState<Place>({});
  useEffect(() => {
    // Without a session the examples keep a number to write over.
    placeOfSession().then(setPlace, () => undefined);
  }, []);
  return (
    <GraphiQL fetcher={fetcher} defaultQuery={welcome} shouldPersistHeaders={false}>
      <GraphiQL.Toolbar>
        {({ prettify, copy, merge }) => (
          <>
            {prettify}
            {merge}
            {copy}
            <ExamplesMenu place={place} />
          </>
        )}
      </GraphiQL.Toolbar>
    </GraphiQL>
  );
};

const root = document.getElementById('root');
if (root) createRoot(root).render(<Page />);
