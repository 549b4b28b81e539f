import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createIdentityService, type IdentityService } from '../identity.service.ts';
import { RefreshCommand, WaitCommand } from '../testing/refresh-model.ts';
import { createWorld, goodPassword, type World } from '../testing/world.ts';

const origin = { ipAddress: '10.0.0.1', userAgent: 'property' };

let world: World;
let service: IdentityService;

beforeAll(async () => {
  world = await createWorld();
  await world.account('ana@mar.ao');
  service = createIdentityService(world.context);
});
afterAll(() => world.close());

test('any reuse outside the grace ends the family; inside it, and under parallel calls, one pair wins', async () => {
  const commands = [
    // Mostly the newest token, or the family is dead before anything of interest has happened to it.
    fc
      .tuple(fc.constantFrom(0, 0, 0, 0, 1, 1, 2, 3), fc.constantFrom(1, 1, 2, 10))
      .map(([back, parallel]) => new RefreshCommand(back, parallel)),
    fc.constantFrom(1, 2, 4, 9, 11).map((seconds) => new WaitCommand(seconds)),
  ];
  const scripts = fc.asyncProperty(fc.commands(commands, { maxCommands: 20, size: 'max' }), async (script) => {
    const first = await service.signIn({ email: 'ana@mar.ao', password: goodPassword }, origin);
    await fc.asyncModelRun(
      () => ({
        model: { alive: true, tokens: [first.refreshToken], replacedAtSeconds: [], pairs: [], nowSeconds: 0 },
        real: {
          refresh: (token: string) => service.refresh(token, origin),
          isOpen: async (accessToken: string) => (await world.identity.authenticate(accessToken)) !== null,
          wait: (seconds: number) => world.advanceSeconds(seconds),
        },
      }),
      script,
    );
  });
  await fc.assert(scripts, { numRuns: 60 });
  expect(await world.audit.verify()).toMatchObject({ intact: true });
});
