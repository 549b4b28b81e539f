import { createServer, type IncomingMessage } from 'node:http';
import passport from 'passport';
import { type Profile, Strategy } from 'passport-openidconnect';
import { freePort } from './world.ts';

type Registered = { readonly clientId: string; readonly secret: string | null };

/** A site whose one page asks passport-openidconnect who comes, and says so. One visitor: the session is the server's. */
export async function startPassportSite(issuer: string, register: (redirectUri: string) => Promise<Registered>) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const { clientId, secret } = await register(`${url}/volta`);
  const protocol = `${issuer}/protocol/openid-connect`;
  const strategy = new Strategy(
    {
      issuer,
      authorizationURL: `${protocol}/auth`,
      tokenURL: `${protocol}/token`,
      userInfoURL: `${protocol}/userinfo`,
      clientID: clientId,
      clientSecret: secret,
      callbackURL: `${url}/volta`,
      scope: 'profile email',
      nonce: true,
      skipUserProfile: false,
    },
    (_issuer: string, profile: Profile, done) => done(null, profile),
  );
  passport.use('kianda', strategy);
  const authenticate = passport.authenticate('kianda', { session: false });
  const session = {};
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', url);
    const visitor = Object.assign(request, { session, query: Object.fromEntries(searchParams) });
    authenticate(visitor, response, (error) => {
      response.statusCode = error === undefined ? 200 : 500;
      response.end(error === undefined ? JSON.stringify(userOf(visitor)) : 'Erro');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return {
    url,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const userOf = (request: IncomingMessage): unknown => (request as { user?: unknown }).user;
