import { OFFER_EVENTS, ROUTES } from '@flint/contracts';
import { openApiDocument } from '@flint/contracts/openapi';
import type { Resource } from './resource';

/** Serves the OpenAPI description (decisions/002). */
export const openapi: Resource = {
  name: 'openapi',
  mount(router, { env }) {
    // built by the first request: it takes longer than the rest of a start
    let document: string | undefined;
    const build = () =>
      JSON.stringify(
        openApiDocument(
          Object.values(ROUTES),
          { title: `${env.APP_NAME} API`, serverUrl: env.PUBLIC_URL.replace(/\/$/, '') },
          [OFFER_EVENTS],
        ),
      );
    router.get('/openapi.json', (ctx) => {
      ctx.type = 'application/json';
      ctx.body = document ??= build();
    });
  },
};
