import { darkTheme, lightTheme } from '#web/ui/theme.ts';
import { cspNonce } from '#web/ui/cspNonce.ts';
import { ApolloProvider } from '@apollo/client/react';
import { createDOMRenderer, FluentProvider, RendererProvider } from '@fluentui/react-components';
import { useState } from 'react';
import { RouterProvider } from 'react-router-dom';
import { createApollo } from '#web/client/apollo.ts';
import { useColorMode } from './colorMode.ts';
import { createRouter } from './router.tsx';
import styles from './App.module.css';

const createRenderer = () => createDOMRenderer(document, { styleElementAttributes: { nonce: cspNonce() ?? '' } });

/**
 * Providers, outermost first. Layout styles go on the inner element, because Fluent copies the provider's class to
 * every portal.
 */
export const App = () => {
  const [renderer] = useState(createRenderer);
  const [client] = useState(createApollo);
  const [router] = useState(createRouter);
  const mode = useColorMode();
  return (
    <RendererProvider renderer={renderer} targetDocument={document}>
      <FluentProvider theme={mode === 'dark' ? darkTheme : lightTheme} className={styles.provider}>
        <ApolloProvider client={client}>
          <RouterProvider router={router} />
        </ApolloProvider>
      </FluentProvider>
    </RendererProvider>
  );
};
