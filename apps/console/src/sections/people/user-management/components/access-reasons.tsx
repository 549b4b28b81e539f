import { roleNames } from '@kianda/contract';
import type { User } from '@kianda/contract/people/identity/identity.contract';
import { userAccess } from '@kianda/contract/people/identity/users.contract';
import { foldText, formatCount } from '@kianda/format';
import { Instant, Panel, StatusPill } from '@kianda/ui';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useEndpoint } from '../../../../client/use-endpoint.ts';
import list from '../../../shared/item-list.module.css';
import styles from '../page.module.css';
import { userTexts } from '../texts.pt.ts';

const texts = userTexts.access;

/** "Porque tem este acesso?": each permission of an account, with the reason that it holds or does not. */
export function AccessReasons({ user }: { readonly user: User }) {
  const access = useEndpoint(userAccess, { params: { id: user.id } }, { refetchSeconds: 0 });
  const [query, setQuery] = useState('');
  const words = foldText(query).trim();
  return (
    <Panel title={userTexts.detail.tabs.access} source={access}>
      {({ blocked, roleSince, permissions }) => {
        const shown = permissions.filter(({ permission, label }) => foldText(`${permission} ${label}`).includes(words));
        return (
          <>
            {blocked === null ? null : (
              <p role="status">
                <StatusPill tone="bad">{blocked}</StatusPill>
              </p>
            )}
            <p className={styles.muted}>
              {roleSince === null ? (
                texts.sinceUnknown
              ) : (
                <Instant at={roleSince.at} words={(at) => texts.since(at, roleSince.by)} />
              )}
            </p>
            <TextInput
              aria-label={texts.filter}
              placeholder={texts.filter}
              value={query}
              onChange={(event) => setQuery(event.currentTarget.value)}
            />
            {shown.length === 0 ? <p>{texts.none}</p> : null}
            <ul className={`${list.list} ${styles.reasons}`}>
              {shown.map(({ permission, label, granted, roles, endpoints, apiKeys }) => (
                <li key={permission} className={list.item}>
                  <div className={styles.words}>
                    <p>{label}</p>
                    <p className={styles.muted}>
                      <code>{permission}</code> · {texts.endpoints(formatCount(endpoints, 'endereço', 'endereços'))}.{' '}
                      {granted
                        ? texts.granted(roleNames[user.role])
                        : texts.refused(roles.map((role) => roleNames[role]).join(', '))}{' '}
                      {apiKeys.length === 0 ? null : texts.keys(apiKeys.join(', '))}
                    </p>
                  </div>
                  <StatusPill tone={granted ? 'good' : 'unknown'}>{granted ? texts.has : texts.hasNot}</StatusPill>
                </li>
              ))}
            </ul>
          </>
        );
      }}
    </Panel>
  );
}
