import { oidcConsent, oidcRequest } from '@kianda/contract/people/identity/oidc.contract';
import { EmptyState, PageHeader, PageStack, Panel, PanelFailure } from '@kianda/ui';
import { Button, Group } from '@mantine/core';
import { z } from 'zod';
import { useAction } from '../../../client/use-action.ts';
import { useEndpoint } from '../../../client/use-endpoint.ts';
import { useSectionSearch } from '../../../shell/use-section.ts';
import { consentTexts as texts } from './texts.pt.ts';

const field = z.string().max(2_048).optional().catch(undefined);
const searchSchema = z.object({
  response_type: field,
  client_id: field,
  redirect_uri: field,
  scope: field,
  state: field,
  nonce: field,
  code_challenge: field,
  code_challenge_method: field,
});

/** Section `autorizar`: a signed-in person answers a program that asks to act for them. */
export default function ConsentPage() {
  const [search] = useSectionSearch(searchSchema);
  const { client_id, redirect_uri, response_type } = search;
  if (client_id === undefined || redirect_uri === undefined || response_type === undefined) {
    return (
      <PageStack>
        <EmptyState title={texts.missingTitle}>{texts.missing}</EmptyState>
      </PageStack>
    );
  }
  return <Request query={{ ...definedOf(search), client_id, redirect_uri, response_type }} />;
}

type Query = { readonly client_id: string; readonly redirect_uri: string; readonly response_type: string };

function Request({ query }: { readonly query: Query }) {
  const request = useEndpoint(oidcRequest, { query }, { refetchSeconds: 0 });
  const consent = useAction(oidcConsent);
  const answer = async (accept: boolean) => {
    const outcome = await consent.run({ body: { ...query, accept } });
    if (outcome.state === 'done') window.location.assign(outcome.data.location);
  };
  const name = request.sourced?.value.name;
  return (
    <PageStack>
      <PageHeader description={texts.description} />
      <Panel title={name === undefined ? texts.loadingTitle : texts.title(name)} source={request}>
        {({ description, redirectUri, permissions }) => (
          <>
            {description === '' ? null : <p>{description}</p>}
            <h3>{texts.asks}</h3>
            {permissions.length === 0 ? (
              <p>{texts.nothing}</p>
            ) : (
              <ul>
                {permissions.map(({ id, label, held }) => (
                  <li key={id}>
                    {label}
                    {held ? null : <em>{` (${texts.notHeld})`}</em>}
                  </li>
                ))}
              </ul>
            )}
            <p>
              {texts.goesTo} <span className="k-mono">{redirectUri}</span>
            </p>
            {consent.failure === null ? null : (
              <PanelFailure error={consent.failure} onRetry={() => void answer(true)} />
            )}
            <Group mt="md">
              <Button loading={consent.isRunning} onClick={() => void answer(true)}>
                {texts.accept}
              </Button>
              <Button variant="default" disabled={consent.isRunning} onClick={() => void answer(false)}>
                {texts.refuse}
              </Button>
            </Group>
          </>
        )}
      </Panel>
    </PageStack>
  );
}

function definedOf(search: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
