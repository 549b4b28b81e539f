# Hot spots and autocorrelation by spdep: the numbers beside which packages/science/src/spatial/clusters stands.
# Rscript clusters.R <points.csv: x,y,value> band <distance> | nearest <k> | inverse <distance> prints one line of JSON.
suppressMessages(library(spdep))
args <- commandArgs(trailingOnly = TRUE)
json <- function(values) paste0("[", paste(ifelse(is.finite(values), sprintf("%.15g", values), "null"), collapse = ","), "]")
points <- read.csv(args[1])
xy <- as.matrix(points[, 1:2])
began <- proc.time()
parameter <- as.numeric(args[3])
neighbours <- if (args[2] == "nearest") knn2nb(knearneigh(xy, k = parameter)) else dnearneigh(xy, 0, parameter)
glist <- if (args[2] == "inverse") lapply(nbdists(neighbours, xy), function(d) 1 / d) else NULL
plain <- nb2listw(neighbours, glist = glist, style = "B", zero.policy = TRUE)
own <- include.self(neighbours)
selfGlist <- if (args[2] != "inverse") NULL else lapply(seq_along(own), function(i) {
  ifelse(own[[i]] == i, 1, 1 / sqrt(colSums((t(xy[own[[i]], , drop = FALSE]) - xy[i, ])^2)))
})
star <- nb2listw(own, glist = selfGlist, style = "B", zero.policy = TRUE)
giStar <- as.numeric(localG(points$value, star, zero.policy = TRUE))
spent <- proc.time() - began
p <- 2 * pnorm(-abs(giStar))
out <- sprintf('"giStar":%s,"adjusted":%s', json(giStar), json(p.adjust(p, "BH")))
if (nrow(points) <= 1000) {
  rows <- nb2listw(neighbours, glist = glist, style = "W", zero.policy = TRUE)
  global <- moran.test(points$value, rows, zero.policy = TRUE, adjust.n = TRUE, alternative = "two.sided")
  local <- localmoran(points$value, rows, zero.policy = TRUE, alternative = "two.sided")
  out <- paste0(out, sprintf(',"gi":%s,"moran":%s,"localIndex":%s,"localZ":%s', json(as.numeric(localG(points$value, plain, zero.policy = TRUE))),
    json(c(global$estimate, global$statistic, global$p.value)), json(local[, 1]), json(local[, 4])))
  kendall <- suppressWarnings(cor.test(seq_along(points$value), round(points$value + seq_along(points$value) / 4), method = "kendall", exact = FALSE, continuity = TRUE))
  out <- paste0(out, sprintf(',"kendall":%s', json(c(kendall$estimate, kendall$statistic, kendall$p.value))))
}
cat(sprintf('{"seconds":%.3f,%s}\n', spent[["user.self"]] + spent[["sys.self"]], out))
