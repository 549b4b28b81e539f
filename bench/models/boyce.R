# Continuous Boyce index in R: windows as published, Spearman by cor(). Rscript boyce.R <scores.csv: presence,score>
table <- read.csv(commandArgs(trailingOnly = TRUE)[1])
obs <- table$score[table$presence == 1]
fit <- table$score[table$presence == 0]
lowest <- min(obs, fit); highest <- max(obs, fit)
width <- (max(fit) - min(fit)) / 10
from <- lowest + (0:100) * (highest - lowest - width) / 100
index <- function(from, to, thin) {
  share <- function(v) mapply(function(a, b) mean(v >= a & v <= b), from, to)
  ratio <- round(share(obs) / share(fit), 10)
  kept <- which(!is.nan(ratio))
  ratio <- ratio[kept]; from <- from[kept]
  chosen <- if (thin) which(ratio != c(ratio[-1], 1)) else seq_along(ratio)
  cor(ratio[chosen], from[chosen], method = "spearman")
}
# The last window ends with the highest score, whatever the steps add up to.
to <- c((from + width)[1:100], highest)
moved <- c(from[1:100], from[101] + 1)
cat(sprintf('{"all":%.12f,"ecospat":%.12f}\n', index(c(from[1:100], highest - width), to, FALSE),
  index(moved, c((from + width)[1:100], highest + 1), TRUE)))
