/** Further questions in the form of the others; the rules are never tuned on these. */
export const heldOutQuestions = `
Diz-me a temperatura média da superfície do mar em julho, por favor | mar_campos variable=analysedSst from=2026-07-01 to=2026-07-31
+ e em junho? | mar_campos variable=analysedSst from=2026-06-01 to=2026-06-30
+ e no Lobito? | mar_ponto variable=analysedSst at=Lobito period=2026-06-01/2026-06-30
agua do mar em Benguela, quantos graus? | mar_ponto variable=analysedSst at=Benguela
queria saber se a água aqueceu entre 3 de setembro e 20 de outubro | mar_campos variable=analysedSst from=2026-09-03 to=2026-10-20
Temperatura em Tombua anteontem | mar_ponto variable=analysedSst at=Tômbwa period=2026-11-26/2026-11-26
TSM no Sumbe nos últimos quinze dias | mar_ponto variable=analysedSst at=Sumbe period=2026-11-14/2026-11-28
clorofila em Ambriz ha 3 dias | mar_ponto variable=chlorophyll at=Ambriz period=2026-11-25/2026-11-25
clorophila na zee | mar_campos variable=chlorophyll
como anda a clorofila? | mar_campos variable=chlorophyll
Salinidade de 1/10/2026 a 15/10/2026 | mar_campos variable=salinity from=2026-10-01 to=2026-10-15
salinidade no cabinda | mar_ponto variable=salinity at=Cabinda
Valores de oxigénio dissolvido em Novembro | mar_campos variable=oxygen from=2026-11-01 to=2026-11-28
acidez do mar este ano | mar_campos variable=ph from=2026-01-01 to=2026-11-28
nutrientes: nitrato no mês passado | mar_campos variable=nitrate from=2026-10-01 to=2026-10-31
quanto fitoplâncton há no Namibe? | mar_ponto variable=phytoplankton at=Moçâmedes
desvio da temperatura em relação ao normal em outubro | mar_campos variable=sstAnomaly from=2026-10-01 to=2026-10-31
qual a profundidade em frente ao Soyo | mar_ponto variable=seabedDepth at=Soyo
situação atual do oceano | mar_condicoes
dá-me um resumo das condições do mar | mar_condicoes
corrente marítima agora | mar_condicoes
ondas em Benguela | mar_estacao_serie id=ben-01 variable=waveHeight
as ondas no Soyo ontem estavam altas? | mar_estacao_serie id=soy-01 variable=waveHeight period=2026-11-27/2026-11-27
direção das ondas em Luanda | mar_estacao_serie id=lua-01 variable=waveDirection
o mar está calmo ou agitado? | mar_estacoes
mares no Lobito nos ultimos 2 dias | mar_mare_serie id=ioc:lobi period=2026-11-27/2026-11-28
nivel do mar em luanda | mar_mare_serie id=ioc:luan
onde há marégrafos? | mar_mares
força do vento em moçamedes ontem | mar_estacao_costeira_serie id=inamet:66422 variable=windSpeed period=2026-11-27/2026-11-27
chuva no Sumbe este mês | mar_estacao_costeira_serie id=inamet:66240 variable=precipitation period=2026-11-01/2026-11-28
quanto marca a temperatura do ar em Cabinda | mar_estacao_costeira_serie id=inamet:66104 variable=airTemperature
dados meteorológicos do INAMET | mar_estacoes_costeiras
Já tivemos alguma onda de calor marinha? | mar_ondas_de_calor
o afloramento foi forte em julho? | mar_derivado_serie product=sst-upwelling-index from=2026-07-01 to=2026-07-31
latitude da frente angola benguela no mês passado | mar_derivado_serie product=front-latitude from=2026-10-01 to=2026-10-31
últimos perfis das bóias Argo | mar_perfis
que satélites passaram nos últimos 3 dias | mar_satelite period=2026-11-26/2026-11-28
número de espécies conhecidas | biodiversidade_resumo
quantos registos de biodiversidade temos? | biodiversidade_resumo
que espécies estão ameaçadas? | biodiversidade_especies threatened=true
espécies vulneráveis da lista vermelha | biodiversidade_especies threatened=true
onde aparecem as jubartes | biodiversidade_perfil aphiaId=90000440
há tartarugas-oliva em Angola? | biodiversidade_perfil aphiaId=90000501
quando foi visto o peixe-boi-africano | biodiversidade_perfil aphiaId=90000470
Megaptera novaeangliae | biodiversidade_perfil aphiaId=90000440
informação sobre a sardinela lombuda | biodiversidade_perfil aphiaId=90000020
percursos de animais com transmissor | biodiversidade_rotas
toneladas desembarcadas em Luanda este mês | pesca_desembarques port=Luanda from=2026-11-01 to=2026-11-28
+ e na semana passada? | pesca_desembarques port=Luanda from=2026-11-16 to=2026-11-22
+ e em Cabinda? | pesca_desembarques port=Cabinda from=2026-11-16 to=2026-11-22
Total de capturas entre 1 e 15 de novembro | pesca_desembarques from=2026-11-01 to=2026-11-15
quanta cavala se apanhou em outubro? | pesca_desembarques species=VMA from=2026-10-01 to=2026-10-31
pescado descarregado no porto do soyo | pesca_desembarques port=Soyo
a pesca artesanal apanhou quanto em novembro? | pesca_desembarques segment=artesanal from=2026-11-01 to=2026-11-28
que porto desembarca mais? | pesca_desembarques
quanto pescou Angola em 2020 | pesca_anual year=2020
capturas anuais | pesca_anual
mapa das zonas de pesca | pesca_zonas
vedas de 2024 | pesca_vedas year=2024
quando acaba a veda? | pesca_vedas
licencas validas | pesca_licencas valid=true
o MORABEZA está licenciado? | pesca_licencas search=MORABEZA
total de navios na zee | embarcacoes_lista
barcos namibianos | embarcacoes_lista flags=NAM
embarcações com bandeira de Angola | embarcacoes_lista flags=AGO
arrastões espanhóis | embarcacoes_lista flags=ESP gears=TRAWLERS
quem anda sem licença? | embarcacoes_lista licence=without
posição atual do mar de benguela | embarcacoes_lista search=MAR-DE-BENGUELA
por onde anda o sao tiago 2? | embarcacoes_lista search=SAO-TIAGO-2
presença de navios nas últimas 72 horas | embarcacoes_presenca hours=72
embarcações escuras da última semana | embarcacoes_radar days=7
estruturas fixas no mar | embarcacoes_estruturas
alertas de embarcações de hoje | vigilancia_alertas from=2026-11-28 to=2026-11-28
alertas de gravidade alta | vigilancia_alertas severity=high
quantos alertas novos há? | vigilancia_alertas state=new
navios a pescar sem licença ontem | vigilancia_alertas rule=no_licence from=2026-11-27 to=2026-11-27
que alertas tem o Palanca Negra 4? | vigilancia_alertas search=PALANCA-NEGRA-4
encontros entre navios na semana passada | vigilancia_eventos kind=encounter from=2026-11-16 to=2026-11-22
barcos que apagaram o ais este mês | vigilancia_eventos kind=gap from=2026-11-01 to=2026-11-28
escalas em porto desde 20 de novembro | vigilancia_eventos kind=port_visit from=2026-11-20 to=2026-11-28
lista dos portos | lugares_lista kinds=port
areas protegidas marinhas | lugares_lista kinds=protected-area
onde é o Ambriz? | lugares_ficha kind=port id=ambriz
quantos km2 tem a zee? | limites_zee
fronteiras marítimas | limites_lista
há erosão costeira? | costa_analises
biomassa | biomassa
precisão dos modelos de aprendizagem | modelos_lista
conectores parados | dados_conectores
como está a qualidade dos dados? | dados_qualidade
últimas execuções dos conectores | dados_execucoes
a plataforma está saudável? | plataforma_saude
algum serviço parado? | plataforma_servicos
avisos do sistema | plataforma_alertas
última cópia de segurança | plataforma_copias
espaço em disco usado | plataforma_armazenamento
relatórios gerados | relatorios_lista
quem é o presidente da república? | -
como vai estar a maré para a semana em Luanda? | -
traduz isto para inglês | -
`;
