# Percentiles and quartiles of an environmental envelope by R, on the depths and magnitudes of quakes, a table that ships
# with R: the numbers beside which packages/science/src/models/envelope stands. Rscript envelope.R prints one line of JSON.
edges <- function(v) {
  quartiles <- quantile(v, c(.25, .75))
  fence <- 1.5 * diff(quartiles)
  c(min(v, quartiles[1] - fence), quantile(v, c(.1, .9)), max(v, quartiles[2] + fence))
}
json <- function(v) paste0("[", paste(sprintf("%.12g", v), collapse = ","), "]")
first <- quakes[1:40, ]
cat(sprintf('{"depth":%s,"mag":%s}\n', json(edges(first$depth)), json(edges(first$mag))))
